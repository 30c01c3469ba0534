-- Second factors that are to be removed for owners who lost them, and what waiting is left. Each step of it tells the
-- owner first, so a service that stood still for a while waits for longer, and removes nothing untold.
create table two_factor_resets (
  user_id uuid primary key references users on delete cascade,
  -- of the token that stops it, which every notice has
  digest bytea not null,
  sealed_token bytea not null,
  begun_at timestamptz(3) not null default now(),
  next_at timestamptz(3) not null,
  -- after the next step; none left: that step removes the factor
  hours_left integer not null check (hours_left >= 0)
);

create index two_factor_resets_next_at on two_factor_resets (next_at);
