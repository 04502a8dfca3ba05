/** Customers in arguments of functions: their numbers, or things that belong to them. Not a text, which is iterable too. */

export type OfCustomers = Iterable<string | { readonly customerNo: string }> & object;

/** The numbers of the customers, each once. */
export const distinctCustomerNos = (customers: OfCustomers): string[] => [
  ...new Set(Array.from(customers, (of) => (typeof of === 'string' ? of : of.customerNo))),
];
