// Knows what time it is, once a second, for whoever shows how long something has lasted.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export function useSeconds(): Signal<number> {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
