/** Says whether the page is updated when others change something. */
import { Tooltip } from '@mantine/core';
import { useRef } from 'react';
import { pollingSeconds, useStreamState } from '../live/live.ts';
import styles from './live-sign.module.css';

export function LiveSign() {
  const isLive = useStreamState() === 'live';
  const wasLive = useRef(false);
  wasLive.current ||= isLive;
  const explanation = isLive
    ? 'Changes appear by themselves'
    : `Changes are read every ${pollingSeconds} seconds until the connection is back`;
  return (
    <Tooltip label={explanation}>
      <output className={styles.sign} data-state={isLive ? 'live' : wasLive.current ? 'lost' : undefined}>
        {isLive ? 'Live' : wasLive.current ? 'Reconnecting…' : 'Connecting…'}
      </output>
    </Tooltip>
  );
}
