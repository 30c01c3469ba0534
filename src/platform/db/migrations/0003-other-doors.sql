-- Whom other providers know our users as. The provider and its subject lead to one user, and nothing else does: an
-- address that a provider names may be somebody else's tomorrow.
create table identities (
  provider text not null,
  subject text collate "C" not null,
  user_id uuid not null references users on delete cascade,
  -- as the provider told it when it was linked, for its owner to recognise it by
  email text,
  linked_at timestamptz(3) not null default now(),
  primary key (provider, subject),
  unique (user_id, provider)
);

-- Sign-ins that are under way at a provider, by the digest of their state. The browser has the secret that this one
-- digest is of; nonce and PKCE verifier are made from it, so that nothing here helps to finish a sign-in.
create table oauth_transactions (
  digest bytea primary key,
  provider text not null,
  -- none yet where a link was begun and its browser has not come
  browser_digest bytea,
  redirect_uri text not null,
  client_state text,
  code_challenge text,
  -- who links; nobody where somebody signs in
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);

create index oauth_transactions_expires_at on oauth_transactions (expires_at);
create index oauth_transactions_user_id on oauth_transactions (user_id) where user_id is not null;

-- Identities that a provider has proven and whose link the signed-in owner has yet to confirm, by their code's digest.
create table identity_links (
  user_id uuid not null references users on delete cascade,
  digest bytea not null,
  provider text not null,
  subject text collate "C" not null,
  email text,
  code_challenge text,
  expires_at timestamptz(3) not null,
  primary key (user_id, digest)
);

create index identity_links_expires_at on identity_links (expires_at);
