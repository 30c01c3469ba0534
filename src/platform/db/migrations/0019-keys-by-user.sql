-- Every key of what belongs to a user begins with the user, and every foreign key has it on both sides. This is of its own,
-- because it keeps everybody from these tables, if only for a moment.

-- Programs that know no owners still name the columns of reservations, of which there are none any more.
alter table emails
  drop constraint emails_pkey,
  drop constraint emails_user_id_key,
  drop constraint emails_check,
  drop constraint emails_reserved_for_fkey,
  add constraint emails_pkey primary key using index emails_by_user;

alter table identities
  drop constraint identities_pkey,
  drop constraint identities_user_id_provider_key,
  add constraint identities_pkey primary key using index identities_by_user;

-- Where a link is begun, the epoch of its user: whatever ends all sessions ends it.
alter table oauth_transactions
  drop constraint oauth_transactions_user_id_fkey,
  add column epoch integer;

-- Some queues are nobody's. What is a user's is deleted with the user.
alter table outbox drop constraint outbox_user_id_fkey;
