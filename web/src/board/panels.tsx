// Knows how the board and the tray stand in a Preact page; does not know what they show.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Board } from './board';
import { Tray, type TrayView } from './tray';
import type { BoardEvents, BoardView, WaysOf } from './types';
import type { BoardMessages } from './messages';

export interface BoardPanelProps {
  readonly view: BoardView;
  readonly messages: BoardMessages;
  readonly events: BoardEvents;
  readonly waysOf?: WaysOf | undefined;
  /** Called with the board once it is there, and with null when it goes. */
  readonly boardRef?: ((board: Board | null) => void) | undefined;
}

export function BoardPanel({ view, messages, events, waysOf, boardRef }: BoardPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const board = useRef<Board | null>(null);
  const spoken = useRef(messages);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const made = new Board(place.current, view, events, messages, waysOf);
    board.current = made;
    boardRef?.(made);
    return () => {
      board.current = null;
      boardRef?.(null);
      made.destroy();
    };
  }, []);
  useLayoutEffect(() => {
    board.current?.setEvents(events, waysOf);
    if (spoken.current !== messages) {
      spoken.current = messages;
      board.current?.setMessages(messages);
    }
    board.current?.update(view);
  });
  return <div ref={place} class="board-place" />;
}

export interface TrayPanelProps {
  readonly view: TrayView;
  readonly seat: number;
  readonly board: Board | null;
}

export function TrayPanel({ view, seat, board }: TrayPanelProps) {
  const place = useRef<HTMLDivElement>(null);
  const tray = useRef<Tray | null>(null);
  useLayoutEffect(() => {
    if (place.current === null) return;
    const made = new Tray(place.current, view);
    tray.current = made;
    return () => {
      tray.current = null;
      made.destroy();
    };
  }, []);
  useLayoutEffect(() => tray.current?.update(view));
  useLayoutEffect(() => {
    if (board === null || tray.current === null) return;
    board.attachTray(seat, tray.current.element);
    return () => board.attachTray(seat, null);
  }, [board, seat]);
  return <div ref={place} class="board-tray-place" />;
}
