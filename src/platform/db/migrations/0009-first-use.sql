-- A refresh token may be presented again until the pair that it was exchanged for is used. Both are about the pair of the
-- present generation: when its access token was used first, and when the refresh token before it would have expired.
alter table sessions
  add column first_used_at timestamptz(3),
  add column previous_refresh_ends_at timestamptz(3);
