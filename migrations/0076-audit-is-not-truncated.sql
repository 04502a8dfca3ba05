-- TRUNCATE fires no trigger of deletes, so the append-only audit could be emptied.
create trigger append_only_whole before truncate on operator_audit
  for each statement execute function refuse_audit_change();
