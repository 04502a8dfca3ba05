-- Orders are also found by the tracking numbers of labels that were canceled or replaced.
create index packages_by_canceled_tracking_no on packages (tracking_no) where status = 'CANCELED' and tracking_no <> '';
create index label_intents_by_voided_tracking_no on label_intents (tracking_no)
  where tracking_no is not null and state in ('void_wanted', 'voided', 'void_refused');
