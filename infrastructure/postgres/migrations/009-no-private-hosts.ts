/** Private hosts are allowed by the setting alone. */
export const NO_PRIVATE_HOSTS = 'drop table private_hosts';
