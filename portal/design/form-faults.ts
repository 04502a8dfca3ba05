/** Shows the faults of a rejected form at their fields. */
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { countOf } from './format.ts';

export interface FormFaults {
  /** What is wrong with the field of this name in the request; undefined when nothing is. */
  of(field: string): string | undefined;
  /** The person has changed the field of this name, or those that begin with it: what was wrong with them is no longer shown. */
  changed(name: string): void;
  /** Submits the form. Faults whose field begins with one of these names are shown there; the error only counts them. */
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

/** A message begins in the middle of a sentence, after the name of its field. */
const sentence = (message: string): string =>
  /^(?:is required\b|must not be empty$)/.test(message)
    ? 'Fill this in.'
    : message.replace(/^./, (letter) => letter.toUpperCase());
