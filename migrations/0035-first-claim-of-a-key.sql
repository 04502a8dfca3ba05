-- The claim of the first run of a command with this key and body: another run after a failure derives the same ids from it.
alter table idempotency_keys add column first_claim uuid;
