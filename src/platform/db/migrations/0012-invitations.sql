-- Accounts that were made for people who have not taken them up yet: an address, and nothing else. One that is not
-- taken up before `expires_at` is removed.
create table invitations (
  user_id uuid primary key references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index invitations_expires_at on invitations (expires_at);
