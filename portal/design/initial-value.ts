/**
 * Keeps the record that a dialog was opened with. The page behind a dialog is read again when other people change its record, so a dialog that sends what was changed must
 * compare with the record that its fields began with: otherwise it would send their earlier values over the change of another person.
 */
import { useState } from 'react';

/** Returns the first value, whatever the component is given later. */
export function useInitialValue<Value>(current: Value): Value {
  const [first] = useState(() => current);
  return first;
}
