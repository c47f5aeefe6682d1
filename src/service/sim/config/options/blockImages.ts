/** Options of block images: new images, caches, limits. ../option.ts explains the columns. */
export const blockImages = `
rbd_default_pool | str |  | advanced | restart | rbd |  | Pool of images where none is named. |
rbd_default_data_pool | str |  | advanced | restart |  |  | Pool for the data of new images, for erasure coding. |
rbd_default_features | str |  | advanced |  | layering,exclusive-lock,object-map,fast-diff,deep-flatten |  | Features of new images. |
rbd_default_order | uint |  | advanced |  | 22 | 12..25 | Size of the objects of new images, as a power of two. |
rbd_default_stripe_unit | size | bytes | advanced |  | 0 |  | Bytes of a stripe of new images; 0 is a whole object. |
rbd_default_stripe_count | uint |  | advanced |  | 0 |  | Objects over which stripes of new images go; 0 is one. |
rbd_default_clone_format | str |  | advanced |  | auto | 1, 2, auto | Which kind of clones are created. |
rbd_cache | bool |  | advanced |  | true |  | Caches images in the client. |
rbd_cache_policy | str |  | advanced | restart | writearound | writethrough, writeback, writearound | When the cache of an image writes to the cluster. |
rbd_cache_size | size | bytes | advanced |  | 33554432 |  | Bytes of an image's cache. |
rbd_cache_max_dirty | size | bytes | advanced |  | 25165824 |  | Bytes that the cache of an image holds and has not yet written; 0 writes through. |
rbd_cache_target_dirty | size | bytes | advanced |  | 16777216 |  | Bytes not yet written at which the cache of an image writes. |
rbd_cache_max_dirty_age | float | seconds | advanced |  | 1 | 0.. | Seconds after which the cache of an image writes. |
rbd_cache_writethrough_until_flush | bool |  | advanced |  | true |  | Writes through until the guest has flushed once. |
rbd_readahead_max_bytes | size | bytes | advanced |  | 524288 |  | Bytes that are read ahead while a guest boots. |
rbd_readahead_disable_after_bytes | size | bytes | advanced |  | 52428800 |  | Bytes after which reading ahead ends. |
rbd_concurrent_management_ops | uint |  | advanced |  | 10 | 1.. | Objects that are deleted or changed at a time. |
rbd_skip_partial_discard | bool |  | advanced |  | true |  | Ignores discards of less than an object. |
rbd_read_from_replica_policy | str |  | basic |  | default | default, balance, localize | Which copies are read. |
rbd_clone_copy_on_read | bool |  | advanced |  | false |  | Copies the parent's objects into a clone when they are read. |
rbd_compression_hint | str |  | basic |  | none | none, compressible, incompressible | Hint to the OSDs whether data compresses. |
rbd_move_to_trash_on_remove | bool |  | basic |  | false |  | Moves deleted images to the trash. |
rbd_move_to_trash_on_remove_expire_seconds | uint | seconds | basic |  | 0 |  | Seconds that deleted images stay in the trash at least. |
rbd_qos_iops_limit | uint |  | advanced |  | 0 |  | Operations per second of an image; 0 sets no limit. |
rbd_qos_bps_limit | uint | bytes | advanced |  | 0 |  | Bytes per second of an image; 0 sets no limit. |
rbd_qos_read_iops_limit | uint |  | advanced |  | 0 |  | Reads per second of an image; 0 sets no limit. |
rbd_qos_write_iops_limit | uint |  | advanced |  | 0 |  | Writes per second of an image; 0 sets no limit. |
rbd_mirror_concurrent_image_syncs | uint |  | advanced |  | 5 |  | Images that are mirrored at a time. |
rbd_mirroring_delete_delay | uint | seconds | advanced |  | 0 |  | Seconds until the mirror of a deleted image is deleted. |
rbd_op_threads | uint |  | advanced |  | 1 |  | Threads of a client for its images. |
rbd_validate_pool | bool |  | advanced |  | true |  | Checks that a pool can hold images when it is used first. |
`;
