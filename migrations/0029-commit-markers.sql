-- One row per transaction, written in it under an id that the server chose beforehand: whether the transaction was committed
-- shows in this row when the connection was lost during COMMIT. Inserting the row from another connection waits for a
-- transaction that is still open, and keeps one that has not inserted its own from ever committing (`fenced`). Rows are
-- deleted once the server knows the outcome.
create table commit_markers (
  -- The first customer of the transaction, '' where it has none.
  customer_no text not null,
  id uuid not null,
  -- True when the transaction was found not to have been committed.
  fenced boolean not null default false,
  at timestamptz not null default now(),
  primary key (customer_no, id)
);
