-- A value that is derived from the secret key. A program with another key does not start: no password and no token would
-- be valid. One row, inserted by the first start.
create table secret_key_check (
  only_row boolean primary key default true check (only_row),
  value bytea not null
);
