/** Options of object gateways (S3 and Swift). ../option.ts explains the columns. */
export const objectGateways = `
rgw_frontends | str |  | basic | restart | beast port=7480 |  | Web server of the gateway, with its port and options. |
rgw_dns_name | str |  | advanced | restart |  |  | Domain under which buckets are reached by name. |
rgw_dns_s3website_name | str |  | advanced | restart |  |  | Domain under which websites in buckets are reached. |
rgw_enable_apis | str |  | advanced | restart | s3, s3website, swift, swift_auth, admin, sts, iam, notifications |  | Interfaces that the gateway serves. |
rgw_enable_static_website | bool |  | basic |  | false |  | Serves websites from buckets. |
rgw_thread_pool_size | int |  | basic |  | 512 |  | Threads that serve requests. |
rgw_max_concurrent_requests | int |  | basic |  | 1024 |  | Requests that are served at a time. | rgw_frontends
rgw_num_rados_handles | uint |  | advanced |  | 1 |  | Connections of the gateway to the cluster. |
rgw_cache_enabled | bool |  | advanced |  | true |  | Caches users and buckets in the gateway. | rgw_cache_lru_size
rgw_cache_lru_size | int |  | advanced |  | 10000 |  | Users and buckets that the gateway caches. | rgw_cache_enabled
rgw_max_chunk_size | size | bytes | advanced |  | 4194304 |  | Bytes that are written to the cluster at a time. |
rgw_obj_stripe_size | size | bytes | advanced |  | 4194304 |  | Bytes of an object's pieces. |
rgw_max_put_size | size | bytes | advanced |  | 5368709120 |  | Maximum bytes that are uploaded without parts. |
rgw_multipart_min_part_size | size | bytes | advanced |  | 5242880 |  | Smallest part of an upload in parts. |
rgw_multipart_part_upload_limit | int |  | advanced |  | 10000 |  | Maximum number of parts of an upload. |
rgw_dynamic_resharding | bool |  | basic |  | true |  | Splits the index of buckets that grow. | rgw_max_objs_per_shard, rgw_max_dynamic_shards
rgw_max_objs_per_shard | uint |  | basic |  | 100000 |  | Objects per part of an index at which it is split. | rgw_dynamic_resharding, rgw_max_dynamic_shards
rgw_max_dynamic_shards | uint |  | advanced |  | 1999 | 1.. | Maximum number of parts of an index that are created automatically. | rgw_dynamic_resharding, rgw_max_objs_per_shard
rgw_override_bucket_index_max_shards | uint |  | dev |  | 0 |  | Parts of the index of new buckets; 0 uses the value of the zone. |
rgw_reshard_thread_interval | uint | seconds | advanced |  | 600 | 10.. | Seconds between two checks for indexes to split. |
rgw_user_max_buckets | int |  | basic |  | 1000 |  | Maximum number of buckets of a user. |
rgw_user_default_quota_max_size | int | bytes | basic |  | -1 |  | Bytes that a new user may store; negative sets no limit. |
rgw_user_default_quota_max_objects | int |  | basic |  | -1 |  | Objects that a new user may store; negative sets no limit. |
rgw_bucket_default_quota_max_size | int | bytes | advanced |  | -1 |  | Bytes that a new user's buckets may hold each; negative sets no limit. |
rgw_bucket_default_quota_max_objects | int |  | basic |  | -1 |  | Objects that a new user's buckets may hold each; negative sets no limit. |
rgw_bucket_quota_ttl | int | seconds | advanced |  | 600 | 0.. | Seconds that the use of a bucket is cached for its quota. |
rgw_enable_quota_threads | bool |  | advanced |  | true |  | Keeps the use of users up to date in the background. | rgw_enable_gc_threads, rgw_enable_lc_threads
rgw_enable_gc_threads | bool |  | advanced |  | true |  | Deletes what is left of deleted objects. | rgw_enable_quota_threads, rgw_enable_lc_threads
rgw_enable_lc_threads | bool |  | advanced |  | true |  | Applies the lifecycle of buckets. | rgw_enable_gc_threads, rgw_enable_quota_threads
rgw_lifecycle_work_time | str |  | advanced | restart | 00:00-06:00 |  | Time of the day in which lifecycles are applied. |
rgw_lc_max_worker | int |  | advanced |  | 3 |  | Workers that apply lifecycles. |
rgw_gc_max_objs | int |  | advanced |  | 32 |  | Queues of what is to be deleted. | rgw_gc_obj_min_wait, rgw_gc_processor_period, rgw_gc_max_concurrent_io
rgw_gc_obj_min_wait | int | seconds | advanced |  | 7200 | 0.. | Seconds that what is deleted stays readable. | rgw_gc_max_objs, rgw_gc_processor_period, rgw_gc_max_concurrent_io
rgw_gc_processor_period | int | seconds | advanced |  | 3600 | 0.. | Seconds between two rounds of deleting. | rgw_gc_max_objs, rgw_gc_obj_min_wait, rgw_gc_max_concurrent_io
rgw_gc_max_concurrent_io | int |  | advanced |  | 10 |  | Deletions at a time. | rgw_gc_max_objs, rgw_gc_obj_min_wait
rgw_enable_usage_log | bool |  | advanced |  | false |  | Counts requests and bytes per user. |
rgw_usage_log_flush_threshold | int |  | advanced |  | 1024 |  | Entries of the usage log that are written at a time. | rgw_enable_usage_log, rgw_usage_log_tick_interval
rgw_usage_log_tick_interval | int | seconds | advanced |  | 30 | 0.. | Seconds between two writes of the usage log. | rgw_enable_usage_log, rgw_usage_log_flush_threshold
rgw_enable_ops_log | bool |  | advanced |  | false |  | Logs each request. | rgw_ops_log_rados
rgw_ops_log_rados | bool |  | advanced |  | true |  | Writes the log of requests into the cluster. | rgw_enable_ops_log
rgw_log_http_headers | str |  | basic | restart |  |  | Headers of requests that are logged. |
rgw_resolve_cname | bool |  | advanced |  | false |  | Follows aliases in DNS to find the bucket. |
rgw_relaxed_s3_bucket_names | bool |  | advanced |  | false |  | Allows names of buckets that S3 does not. |
rgw_list_buckets_max_chunk | int |  | advanced |  | 1000 |  | Buckets that are listed at a time. |
rgw_max_listing_results | uint |  | advanced |  | 1000 | 1..100000 | Maximum number of entries of one page of a listing. |
rgw_delete_multi_obj_max_num | int |  | advanced |  | 1000 |  | Maximum number of objects that one request deletes. |
rgw_keystone_url | str |  | basic | restart |  |  | Address of the OpenStack identity service. |
rgw_keystone_admin_user | str |  | advanced | restart |  |  | User of the gateway at the identity service. |
rgw_keystone_admin_password | str |  | advanced | restart |  |  | Password of the gateway's user at the identity service. |
rgw_keystone_accepted_roles | str |  | advanced | restart | Member, admin |  | Roles that may use the gateway. |
rgw_s3_auth_use_keystone | bool |  | advanced |  | false |  | Lets the identity service check S3 keys. |
rgw_s3_auth_use_ldap | bool |  | advanced |  | false |  | Lets LDAP check S3 tokens. |
rgw_ldap_uri | str |  | advanced | restart | ldaps://<ldap.your.domain> |  | Address of the LDAP service. |
rgw_verify_ssl | bool |  | advanced |  | true |  | Checks certificates of other services. |
rgw_crypt_require_ssl | bool |  | advanced |  | true |  | Encrypts objects only over TLS. |
rgw_crypt_s3_kms_backend | str |  | advanced | restart | barbican | barbican, vault, testing, kmip | Where keys for encrypted objects are kept. |
rgw_trust_forwarded_https | bool |  | advanced |  | false |  | Trusts a proxy that reports TLS. | rgw_crypt_require_ssl
rgw_realm | str |  | advanced | restart |  |  | Realm of the gateway. |
rgw_zonegroup | str |  | advanced | restart |  |  | Zone group of the gateway. | rgw_zone, rgw_realm
rgw_zone | str |  | advanced | restart |  |  | Zone of the gateway. | rgw_zonegroup, rgw_realm
rgw_run_sync_thread | bool |  | advanced |  | true |  | Takes part in the synchronization of zones. |
`;
