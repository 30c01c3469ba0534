-- Somebody who can write to the database, but doesn't have the key, could sign in by a row of their own making. What a row
-- grants now has a MAC (src/platform/crypto/row-seals.ts). Null in rows of an earlier version, which are sealed by a job.
alter table emails add column mac bytea;
alter table identities add column mac bytea;
alter table identity_links add column mac bytea;
alter table oauth_codes add column mac bytea;
alter table oauth_transactions add column mac bytea;
alter table mail_links add column mac bytea;
alter table former_emails add column mac bytea;
alter table challenges add column mac bytea;
alter table service_keys add column mac bytea;
-- A passkey loses a right with its MAC, which needs no key.
alter table passkeys add column mac bytea, add column sign_in_mac bytea, add column factor_mac bytea;

-- Those that live for long, and are still to be sealed. Afterwards nothing is in these.
create index emails_unsealed on emails (user_id) where mac is null;
create index identities_unsealed on identities (user_id) where mac is null;
create index mail_links_unsealed on mail_links (user_id) where mac is null;
create index former_emails_unsealed on former_emails (user_id) where mac is null;
create index passkeys_unsealed on passkeys (user_id) where mac is null;
create index service_keys_unsealed on service_keys (id) where mac is null;

-- The key of the MACs, and until when rows without one are accepted, encrypted under SECRET_KEY.
create table row_keys (
  is_only boolean primary key default true check (is_only),
  sealed bytea not null
);

-- A program that knows no MACs changes an address, and leaves the MAC of the former one.
create or replace function own_email() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.mac is not distinct from old.mac
    and (new.canonical, new.typed) is distinct from (old.canonical, old.typed) then
    new.mac := null;
  end if;
  if new.user_id is null then
    insert into email_owners (canonical, user_id, held_until)
    values (new.canonical, new.reserved_for, new.reserved_until);
    return null;
  end if;
  if exists (
    select from email_owners where canonical = new.canonical and user_id = new.user_id and held_until is null
  ) then
    return new;
  end if;
  if tg_op = 'UPDATE' then
    delete from email_owners where canonical = old.canonical and user_id = old.user_id;
  end if;
  insert into email_owners as owner (canonical, user_id)
  values (new.canonical, new.user_id)
  on conflict (canonical) do update
  set user_id = excluded.user_id, taken_at = excluded.taken_at, held_until = null
  where owner.user_id = excluded.user_id or owner.held_until <= excluded.taken_at;
  if not found then
    raise unique_violation using message = 'the address is another account''s', constraint = 'emails_pkey';
  end if;
  return new;
end
$$;

do $$
begin
  execute format('alter function own_email() set search_path = %I, pg_catalog, pg_temp', current_schema());
end
$$;
