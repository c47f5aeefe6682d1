/** Options of BlueStore, with which OSDs store objects on disk. ../option.ts explains the columns. */
export const bluestore = `
bluestore_cache_autotune | bool |  | dev |  | true |  | Sizes the caches of an OSD to fit its memory target. | bluestore_cache_size, bluestore_cache_meta_ratio
bluestore_cache_size | size | bytes | dev |  | 0 |  | Bytes of cache without autotuning; 0 depends on the type of disk. |
bluestore_cache_size_hdd | size | bytes | dev |  | 1073741824 |  | Bytes of cache on hard disks without autotuning. | bluestore_cache_size
bluestore_cache_size_ssd | size | bytes | dev |  | 3221225472 |  | Bytes of cache on flash without autotuning. | bluestore_cache_size
bluestore_cache_meta_ratio | float |  | dev |  | 0.45 | 0..1 | Share of the cache for the names and attributes of objects. | bluestore_cache_size
bluestore_cache_kv_ratio | float |  | dev |  | 0.45 | 0..1 | Share of the cache for the database. | bluestore_cache_size
bluestore_csum_type | str |  | advanced |  | crc32c | none, crc32c, crc32c_16, crc32c_8, xxhash32, xxhash64 | How data is checked for damage. |
bluestore_retry_disk_reads | uint |  | advanced |  | 3 | 0..255 | Times that a read is retried when its checksum is wrong. |
bluestore_min_alloc_size | uint |  | advanced | restart | 0 |  | Smallest unit of space; 0 depends on the type of disk. |
bluestore_min_alloc_size_hdd | size | bytes | advanced | restart | 4096 |  | Smallest unit of space on hard disks. | bluestore_min_alloc_size
bluestore_min_alloc_size_ssd | size | bytes | advanced | restart | 4096 |  | Smallest unit of space on flash. | bluestore_min_alloc_size
bluestore_prefer_deferred_size_hdd | size | bytes | advanced |  | 65536 |  | Writes on hard disks below this size go to the journal first. |
bluestore_prefer_deferred_size_ssd | size | bytes | advanced |  | 0 |  | Writes on flash below this size go to the journal first. |
bluestore_compression_mode | str |  | advanced |  | none | none, passive, aggressive, force | When data is compressed. |
bluestore_compression_algorithm | str |  | advanced |  | snappy | , snappy, zlib, zstd, lz4 | How data is compressed where the pool does not say. |
bluestore_compression_required_ratio | float |  | advanced |  | 0.875 | 0..1 | Share of its size that compressed data may have to stay compressed. |
bluestore_compression_min_blob_size_hdd | size | bytes | advanced |  | 8192 |  | Smallest piece that is compressed on hard disks. |
bluestore_compression_max_blob_size_hdd | size | bytes | advanced |  | 65536 |  | Largest piece that is compressed on hard disks. |
bluestore_allocator | str |  | advanced | restart | hybrid | bitmap, stupid, avl, hybrid, zoned | How free space is found. |
bluestore_rocksdb_options | str |  | advanced | restart | compression=kNoCompression,max_write_buffer_number=4,min_write_buffer_number_to_merge=1,recycle_log_file_num=4,write_buffer_size=268435456,writable_file_max_buffer_size=0,compaction_readahead_size=2097152,max_background_compactions=2,max_total_wal_size=1073741824 |  | Options of the database. |
bluestore_block_db_size | uint | bytes | dev | restart | 0 |  | Bytes of the device for the database, when one is created. |
bluestore_block_wal_size | size | bytes | dev | restart | 100663296 |  | Bytes of the device for the write-ahead log, when one is created. |
bluestore_block_size | size | bytes | dev | restart | 107374182400 |  | Bytes of a file that stands in for a disk, when one is created. |
bluestore_fsck_on_mount | bool |  | dev |  | false |  | Checks the store whenever an OSD starts. |
bluestore_fsck_on_mount_deep | bool |  | dev |  | false |  | Reads all data when the store is checked at the start of an OSD. |
bluestore_throttle_bytes | size | bytes | advanced |  | 67108864 |  | Bytes of writes under way before new ones wait. |
bluestore_throttle_deferred_bytes | size | bytes | advanced |  | 134217728 |  | Bytes of deferred writes before new ones wait. |
bluestore_warn_on_bluefs_spillover | bool |  | advanced |  | true |  | Warns when the database has outgrown its fast device. |
bluestore_warn_on_legacy_statfs | bool |  | advanced |  | true |  | Warns of stores that do not count use per pool. |
bluestore_warn_on_no_per_pool_omap | bool |  | advanced |  | true |  | Warns of stores that do not count omap use per pool. |
bluestore_warn_on_spurious_read_errors | bool |  | advanced |  | true |  | Warns of reads that only succeeded when they were repeated. |
bluestore_log_op_age | float | seconds | advanced |  | 5 | 0.. | Seconds after which an operation on the store is logged as slow. |
bluestore_default_buffered_read | bool |  | advanced |  | true |  | Keeps what was read in the cache. |
bluestore_default_buffered_write | bool |  | advanced |  | false |  | Keeps what was written in the cache. |
bluefs_buffered_io | bool |  | advanced |  | true |  | Lets the kernel cache the reads of the database. |
bluefs_alloc_size | size | bytes | advanced |  | 1048576 |  | Unit of space of the database's file system. |
bluefs_allocator | str |  | dev | restart | hybrid | bitmap, stupid, avl, hybrid | How free space of the database's file system is found. |
bdev_enable_discard | bool |  | advanced |  | false |  | Tells the disk which space is free. |
bdev_async_discard | bool |  | advanced |  | false |  | Tells the disk in the background which space is free. |
bdev_ioring | bool |  | advanced |  | false |  | Uses io_uring to reach the disk. |
bdev_aio_max_queue_depth | int |  | advanced |  | 1024 |  | Requests that a disk is given at a time. |
`;
