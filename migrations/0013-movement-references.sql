-- GetTransactions by reference: an order number, a CustomerReferenceNo or a reason code, in the order of commits.
create index movements_by_reference on movements (customer_no, reference, seq);
