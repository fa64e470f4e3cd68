/** Private hosts are allowed by the setting alone. */
export const NO_PRIVATE_HOSTS = 'drop table if exists private_hosts';
