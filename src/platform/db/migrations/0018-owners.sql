-- Rows of a user lie together, wherever that is, and only these tables say whose an address or an identity is. Once users
-- are spread over several servers, they are what is unique over all of them.

-- Whose address it is. An account that changed its address keeps the former one for a while, so that the change can be
-- undone: until then, such a row is nobody's mailbox. No foreign key: the user may be on another server.
create table email_owners (
  canonical text collate "C" not null,
  user_id uuid not null,
  -- since when it is theirs; of those that are copied here, it isn't known
  taken_at timestamptz(3) not null default now(),
  held_until timestamptz(3)
);

-- Whom the accounts of other providers belong to.
create table identity_owners (
  provider text not null,
  subject text collate "C" not null,
  user_id uuid not null
);

-- From here on, registrations and changes of addresses wait. Sign-ins don't.
lock table emails, identities in share row exclusive mode;

insert into email_owners (canonical, user_id, held_until)
select canonical, coalesce(user_id, reserved_for), reserved_until from emails;
insert into identity_owners (provider, subject, user_id)
select provider, subject, user_id from identities;
-- indexes are made faster of the rows than with them
alter table email_owners add primary key (canonical);
create index email_owners_held_until on email_owners (held_until) where held_until is not null;
alter table identity_owners add primary key (subject, provider);

delete from emails where user_id is null;
-- the next migration makes primary keys of these
create unique index emails_by_user on emails (user_id);
create unique index identities_by_user on identities (user_id, provider);
-- programs that know no owners look accounts up by them
create index emails_canonical on emails (canonical);
create index identities_provider_subject on identities (provider, subject);

-- What programs that know no owners write has one all the same. What is right already stays as it is.
create function own_email() returns trigger language plpgsql as $$
begin
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

create function disown_email() returns trigger language plpgsql as $$
begin
  delete from email_owners where canonical = old.canonical and user_id = old.user_id;
  return null;
end
$$;

create function own_identity() returns trigger language plpgsql as $$
begin
  if not exists (
    select from identity_owners
    where subject = new.subject and provider = new.provider and user_id = new.user_id
  ) then
    insert into identity_owners (provider, subject, user_id) values (new.provider, new.subject, new.user_id);
  end if;
  return new;
end
$$;

create function disown_identity() returns trigger language plpgsql as $$
begin
  delete from identity_owners where subject = old.subject and provider = old.provider and user_id = old.user_id;
  return null;
end
$$;

create trigger emails_owned before insert or update of canonical on emails for each row execute function own_email();
create trigger emails_disowned after delete on emails for each row execute function disown_email();
create trigger identities_owned before insert on identities for each row execute function own_identity();
create trigger identities_disowned after delete on identities for each row execute function disown_identity();

-- These look tables up, and a temporary table of the same name would come first.
do $$
declare
  path text := format('%I, pg_catalog, pg_temp', current_schema());
  name text;
begin
  foreach name in array array['own_email', 'disown_email', 'own_identity', 'disown_identity'] loop
    execute format('alter function %I() set search_path = ', name) || path;
  end loop;
end
$$;
