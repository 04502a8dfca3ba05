/** The transport methods of purchase orders in words. */

export const transports = [
  { value: 'DROPOFF', label: 'Brought to the warehouse' },
  { value: 'PICKUP', label: 'Picked up at the winery' },
] as const;

/** A method that is not among them is unchanged. */
export const transportName = (method: string): string =>
  transports.find(({ value }) => value === method)?.label ?? method;
