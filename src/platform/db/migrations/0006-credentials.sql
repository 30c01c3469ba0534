-- A password's hash, and the name of the key that went into it.
create table passwords (
  user_id uuid primary key references users on delete cascade,
  phc text not null,
  pepper_id bytea not null,
  set_at timestamptz(3) not null default now()
);

-- Authenticator apps that work. A code is accepted once: its step must be later than the last one.
create table totp_factors (
  user_id uuid not null references users on delete cascade,
  id uuid not null,
  name text not null,
  sealed_secret bytea not null,
  last_step integer not null,
  confirmed_at timestamptz(3) not null default now(),
  primary key (user_id, id)
);

-- The one that is being set up, and waits for its first code.
create table totp_enrolments (
  user_id uuid primary key references users on delete cascade,
  sealed_secret bytea not null,
  name text not null,
  -- which one goes when this one is confirmed
  replaces uuid,
  expires_at timestamptz(3) not null
);
create index totp_enrolments_expires_at on totp_enrolments (expires_at);

-- Digests of the ten codes for when the authenticator is not at hand.
create table backup_codes (
  user_id uuid not null references users on delete cascade,
  digest bytea not null,
  made_at timestamptz(3) not null default now(),
  spent_at timestamptz(3),
  primary key (user_id, digest)
);

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

-- Sign-ins that are under way at a provider, by the digest of their state. The browser has the secret that the other
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
create index oauth_transactions_user_id on oauth_transactions (user_id) where user_id is not null;
create index oauth_transactions_expires_at on oauth_transactions (expires_at);

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

-- One-time codes of the oauth_code grant, as digests.
create table oauth_codes (
  user_id uuid not null references users on delete cascade,
  digest bytea not null,
  epoch integer not null,
  method text not null,
  code_challenge text,
  expires_at timestamptz(3) not null,
  spent_at timestamptz(3),
  -- the session that the code produced or will produce
  session_id uuid,
  primary key (user_id, digest)
);
create index oauth_codes_expires_at on oauth_codes (expires_at);

-- Second factors that are lost and will be removed, unless somebody stops that. Their owner is told again and again.
create table two_factor_resets (
  user_id uuid primary key references users on delete cascade,
  -- of the token that stops it, and the token itself, sealed, for the next notice
  digest bytea not null,
  sealed_token bytea not null,
  begun_at timestamptz(3) not null default now(),
  next_at timestamptz(3) not null,
  hours_left integer not null check (hours_left >= 0)
);
create index two_factor_resets_next_at on two_factor_resets (next_at);
