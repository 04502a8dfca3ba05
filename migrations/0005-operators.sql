-- Operators: the people who work with the operator interface and the portal, their sessions, and the audit of what they change.

create table operators (
  operator_id uuid primary key,
  -- in lower case
  email text not null unique,
  role text not null check (role in ('floor', 'lead', 'service', 'admin')),
  -- the warehouses in which the operator works; empty: all
  warehouses text[] not null default '{}',
  -- a shared station: its session lasts longer, and people identify at it by badge and PIN
  is_station boolean not null default false,
  -- argon2id with its parameters and salt; null: cannot sign in
  password_hash text,
  password_changed_at timestamptz not null default now(),
  badge text unique,
  pin_hash text,
  -- encrypted; a code is required from `totp_confirmed_at` on
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- the last time step whose code was used: a code is accepted once
  totp_last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

-- Codes that replace a TOTP code once. A used one is deleted.
create table operator_recovery_codes (
  operator_id uuid not null references operators on delete cascade,
  code_hash bytea not null,
  primary key (operator_id, code_hash)
);

-- Sessions that have not ended. The cookie holds the secret, of which only a hash is stored.
create table operator_sessions (
  session_id uuid primary key,
  secret_hash bytea not null unique,
  operator_id uuid not null references operators on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- the session ends when it is not used for this long
  idle_timeout interval not null,
  last_used_at timestamptz not null default now(),
  -- the person identified at a shared station, until this time without an action
  person_id uuid references operators on delete cascade,
  person_until timestamptz
);
create index operator_sessions_of on operator_sessions (operator_id);
create index operator_sessions_of_person on operator_sessions (person_id) where person_id is not null;
create index operator_sessions_expiry on operator_sessions (expires_at);

-- Wrong passwords and PINs by a hash of the e-mail or badge, whether an operator has it or not.
create table operator_sign_in_failures (
  subject_hash bytea primary key,
  failures integer not null,
  locked_until timestamptz,
  last_at timestamptz not null default now()
);
create index operator_sign_in_failures_age on operator_sign_in_failures (last_at);

-- What operators and commands changed. Append-only. It holds no secrets and no people's names; `for_customer` is the customer
-- whose data was changed.
create table operator_audit (
  audit_id uuid primary key,
  recorded_at timestamptz not null default now(),
  operator_id uuid,
  actor text not null,
  operation text not null,
  reference uuid not null,
  action text not null,
  subject text not null,
  for_customer text,
  before jsonb,
  after jsonb
);
create index operator_audit_by_operator on operator_audit (operator_id, audit_id);
create index operator_audit_by_customer on operator_audit (for_customer, audit_id) where for_customer is not null;
create index operator_audit_by_action on operator_audit (action, audit_id);
create index operator_audit_by_subject on operator_audit (subject, audit_id);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'operator_audit is append-only';
end $$;

create trigger append_only before update or delete on operator_audit
  for each statement execute function refuse_audit_change();
