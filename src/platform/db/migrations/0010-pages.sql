-- The hosted pages have sessions of their own, which no token of an application belongs to.
alter table sessions
  add column kind text not null default 'application' check (kind in ('application', 'page'));

-- What the code proves, of which `method` is the first: processes of the version before know no other. A complete one has
-- proven the second factor, too. `proven_at`: when, if that was not just now.
alter table oauth_codes
  add column methods text[],
  add column is_complete boolean not null default false,
  add column proven_at timestamptz(3);
