/** Opens the station of a page. */
import { useEffect, useRef, useState } from 'react';
import { useOperator } from '../api/session.ts';
import { playVerdict } from '../design/sound.ts';
import { browserPorts, loadSavedStationState } from './browser-ports.ts';
import type { StationPorts } from './station.ts';

/**
 * The station of the signed-in person, with the steps that an earlier page of theirs has saved; undefined until it is opened.
 * It is closed with the page, and opened again for another person or another `name`, under which its steps are saved.
 */
export function useStation<Kept extends { readonly steps: readonly unknown[] }, Station extends { close(): void }>(
  name: string,
  open: (ports: StationPorts<Kept>, kept: Kept | undefined) => Station,
): Station | undefined {
  const { Email } = useOperator();
  const [station, setStation] = useState<Station>();
  const current = useRef(open);
  current.current = open;
  useEffect(() => {
    const ports = { ...browserPorts<Kept>(Email, name), onVerdict: playVerdict };
    const opened = current.current(ports, loadSavedStationState<Kept>(Email, name));
    setStation(opened);
    return () => opened.close();
  }, [Email, name]);
  return station;
}
