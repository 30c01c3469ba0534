const { HOME, NODE_EXTRA_CA_CERTS, npm_config_cache, npm_config_registry } = process.env

/** The environment for npm to find packages, without that of the npm that started the tests. */
export const npmEnvironment = {
  HOME,
  NODE_EXTRA_CA_CERTS,
  npm_config_cache,
  npm_config_registry,
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  npm_config_prefer_offline: 'true',
  npm_config_yes: 'true',
}
