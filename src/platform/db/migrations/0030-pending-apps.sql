-- Authenticator apps that wait for their first code, one for each session or sign-in that began it: whoever knows the password
-- alone replaces nobody else's. totp_enrolments has the newest of each user, for processes of the previous version, and theirs;
-- it goes in a later version.
create table pending_apps (
  user_id uuid not null references users on delete cascade,
  -- a sign-in under way has the id of the session that it may become
  session_id uuid not null,
  sealed_secret bytea not null,
  name text not null,
  replaces uuid,
  expires_at timestamptz(3) not null,
  primary key (user_id, session_id)
);
create index pending_apps_expires_at on pending_apps (expires_at);
