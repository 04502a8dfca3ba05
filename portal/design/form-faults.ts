/** Shows the faults of a rejected form at their fields. */
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { countOf } from './format.ts';

export interface FormFaults {
  /** The message of the fault of this field of the request; undefined without a fault. */
  of(field: string): string | undefined;
  /** Removes the faults of the field of this name, and of fields that begin with it. Called when the person has changed them. */
  changed(name: string): void;
  /** Submits the form. When the field of every fault begins with one of these names, the faults are shown there, and the error only counts them. */
  submit(names: readonly string[], act: () => Promise<void>): Promise<void>;
}

export function useFormFaults(): FormFaults {
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    of: (field) => faults.get(field),
    changed: (name) => setFaults((shown) => new Map([...shown].filter(([field]) => !field.startsWith(name)))),
    submit: async (names, act) => {
      setFaults(new Map());
      try {
        await act();
      } catch (error) {
        const found = error instanceof ApiError && error.code === 'ValidationFailed' ? error.faults : [];
        if (found.length === 0 || !found.every(({ Field }) => names.some((name) => Field.startsWith(name))))
          throw error;
        setFaults(new Map(found.map(({ Field, Message }) => [Field, sentence(Message)])));
        throw new ApiError(400, { Reason: `${countOf(found.length, 'field')} to correct. Nothing was saved.` });
      }
    },
  };
}

/** Makes a sentence of a message, which is written to follow the name of its field. */
const sentence = (message: string): string =>
  /^(?:is required\b|must not be empty$)/.test(message)
    ? 'Fill this in.'
    : message.replace(/^./, (letter) => letter.toUpperCase());
