-- Customers and what proves that a caller may act for them. No secret stands here, only HMACs under a key that the
-- database does not know.

create table customers (
  customer_no text primary key,
  name text not null,
  -- defaults that fill what an order leaves out
  preferences jsonb not null default '{}',
  -- token buckets that differ from the deployment's
  rate_limits jsonb not null default '{}',
  -- under which it was created; its subject in the log
  reference uuid not null,
  created_at timestamptz not null default now()
);

-- Partners' users. One may act for several customers, so they belong to none.
create table api_users (
  user_key text primary key,
  -- whose it is, for the operator's eyes
  partner text not null,
  created_at timestamptz not null default now()
);

create table api_user_passwords (
  user_key text not null references api_users,
  password_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (user_key, password_id)
);
create index api_user_passwords_valid on api_user_passwords (user_key) where revoked_at is null;

-- For whom a user may act. `write` includes `read`.
create table memberships (
  customer_no text not null references customers,
  user_key text not null references api_users,
  rights text not null check (rights in ('read', 'write')),
  created_at timestamptz not null default now(),
  primary key (customer_no, user_key)
);
create index memberships_by_user on memberships (user_key);

create table access_tokens (
  customer_no text not null references customers,
  token_id uuid not null,
  hash bytea not null,
  -- null: never
  expires_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  -- a UserKey, `operator:NAME` or `system`
  created_by text not null,
  primary key (customer_no, token_id),
  unique (customer_no, hash)
);
-- Tokens that have run out are deleted in this order.
create index access_tokens_by_expiry on access_tokens (customer_no, expires_at) where expires_at is not null;
