/** PostgreSQL settings of test runs. Tests of durability start a database of their own: these trade safety for speed. */
export const FAST_DATABASE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  autovacuum: 'off',
}
