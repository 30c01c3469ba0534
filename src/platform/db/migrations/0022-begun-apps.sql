-- The session that an authenticator app was begun in: it ends with that, and no other session can confirm it. Null for those
-- that are set up during a sign-in, and in rows of an earlier version, which are over within ten minutes.
alter table totp_enrolments add column session_id uuid;
