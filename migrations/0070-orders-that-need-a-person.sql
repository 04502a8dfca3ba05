-- Orders that need a person, oldest first: the overview read every open order to find the few of them. An order enters this index only
-- with such a hold or with nothing left to ship, so a new order costs nothing.
create index order_index_attention on order_index (accepted_at, order_id)
  where is_unshipped and (hold_reasons && '{Address,"Customer Service"}' or stage = 'exception');
