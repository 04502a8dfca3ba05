/** Customers in arguments of functions: their numbers, or things that belong to them. */

export type OfCustomers = Iterable<string | { readonly customerNo: string }>;

/** The numbers of the customers, each once. */
export const distinctCustomerNos = (customers: OfCustomers): string[] => [
  ...new Set(Array.from(customers, (of) => (typeof of === 'string' ? of : of.customerNo))),
];
