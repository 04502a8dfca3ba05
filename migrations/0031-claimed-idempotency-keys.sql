-- Responses kept for 24 hours under the caller's Idempotency-Key (decision 6). The key is stored as an HMAC, so a copy of
-- the database does not reveal it. A request that cannot do its work in one transaction claims the key first: the claim
-- expires, so a request whose process has died does not lock the key. Kept responses are dropped with the old table: their
-- keys cannot be hashed here, and a request that is sent again is still recognized by its own identity.
drop table idempotency_keys;
create table idempotency_keys (
  customer_no text not null,
  operation text not null,
  key_hash bytea not null,
  body_hash bytea not null,
  -- The request that works under the key, until when it alone may, and what it has saved for one that continues after it.
  claim uuid,
  claimed_until timestamptz,
  progress json,
  -- The kept response; null while the work is going on.
  status int,
  reply json,
  at timestamptz not null default now(),
  primary key (customer_no, operation, key_hash)
);
create index idempotency_keys_by_age on idempotency_keys (at);
