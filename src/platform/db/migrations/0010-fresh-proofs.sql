-- When the second factor was last proven again within a session. Signing in does not count: a token stolen right after
-- a sign-in must not be enough to take the account over.
alter table sessions add column factor_proven_at timestamptz(3);

-- Whether the address had been confirmed. If not, undoing the change leaves it unconfirmed, as it was.
alter table former_emails add column was_proven boolean not null default true;
