-- Why somebody was refused, for operators who are asked. Written after the answer; a flood is one row that counts.
create table refusals (
  user_id uuid not null references users on delete cascade,
  -- of the answer; of several that a row stands for, of the first and of the last
  request_id uuid not null,
  last_request_id uuid not null,
  count integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  code text not null,
  rule text not null,
  -- its numbers, of the last one
  facts jsonb not null,
  operation text not null,
  address text,
  primary key (user_id, request_id)
);
create index refusals_request_id on refusals (request_id);
create index refusals_last_request_id on refusals (last_request_id);
create index refusals_last_at on refusals (last_at);

-- Those that are about no account, such as an unknown address. A share of them: strangers decide how many there are.
create table unowned_refusals (
  request_id uuid primary key,
  last_request_id uuid not null,
  count integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  code text not null,
  rule text not null,
  facts jsonb not null,
  operation text not null,
  address text
);
create index unowned_refusals_last_request_id on unowned_refusals (last_request_id);
create index unowned_refusals_last_at on unowned_refusals (last_at);
