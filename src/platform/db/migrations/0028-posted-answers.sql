-- What a provider posted, sealed, until the browser comes for it with its cookie: codes of some are longer than an address
-- of ours may be.
alter table oauth_transactions add column answer bytea;
