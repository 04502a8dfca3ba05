-- Rejected requests of a user, newest first, whichever customers they were for. Changes that are made do not write this index.
create index log_rejections_by_user on log (actor, at, seq, customer_no) where kind = 'request.rejected';
