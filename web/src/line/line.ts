// Knows the one connection to the server: it opens when somebody listens, comes back when it breaks, and says again
// whatever was not yet answered. Does not know what the messages are about.
import { signal, type ReadonlySignal } from '@preact/signals';
import { freshId } from '../app/device/fresh_id';
import type { ClientCommand, ClientMessage, ClientReport, ClientSay, Player, ServerMessage } from '../wire';
import { setOpenedLine } from './opened_line';

export type LineState = 'closed' | 'opening' | 'open' | 'lost';

/** The part of a WebSocket that a line uses, so that tests can give their own. */
export interface Socket {
  send(text: string): void;
  close(code?: number): void;
  onopen: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onmessage: ((event: { readonly data: unknown }) => void) | null;
}

export interface LinePorts {
  readonly connect: () => Socket;
  readonly later: (then: () => void, ms: number) => () => void;
}

/** Somebody who follows a match over breaks of the connection. */
export interface Follower {
  readonly match: string;
  /** The number of the last event had; -1 for none. */
  after(): number;
  hear(message: ServerMessage): void;
}

/**
 * A command, a line of chat and a report are said again after a break until they are answered. The server does a command once,
 * and says a line once; a report that it has twice harms nobody.
 */
export type Lasting = ClientCommand | ClientSay | ClientReport;

const firstPauseMs = 400;
const longestPauseMs = 15_000;
/** Nothing heard for so long, and a ping goes out; nothing again, and the connection is taken for dead. */
const silenceMs = 20_000;

export class Line {
  readonly #state = signal<LineState>('closed');
  readonly #you = signal<Player | undefined>(undefined);
  /** How many moves of others a table has found made after a break. */
  readonly missed = signal(0);
  readonly #followers = new Set<Follower>();
  readonly #listeners = new Set<(message: ServerMessage) => void>();
  readonly #unanswered = new Map<string, Lasting>();
  readonly #standing = new Map<string, ClientMessage>();
  #socket: Socket | undefined;
  #serverAhead: number | undefined; // of performance.now(), as the server last said
  #pauseMs = firstPauseMs;
  #cancelRetry: (() => void) | undefined;
  #cancelWatch: (() => void) | undefined;

  constructor(private readonly ports: LinePorts) {}

  get state(): ReadonlySignal<LineState> {
    return this.#state;
  }

  /** Who the server takes this connection for; undefined before it has said, and for somebody without a session. */
  get you(): ReadonlySignal<Player | undefined> {
    return this.#you;
  }

  /** A moment of the server's time, by performance.now(); undefined before the server has said its time. */
  momentOf(at: number): number | undefined {
    return this.#serverAhead === undefined ? undefined : at - this.#serverAhead;
  }

  /** Follows a match until the answer is called. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    this.#open();
    this.#say({ t: 'watch', match: follower.match, after: follower.after() });
    return () => {
      this.#followers.delete(follower);
      const isFollowed = [...this.#followers].some((other) => other.match === follower.match);
      if (!isFollowed) this.#say({ t: 'leave', match: follower.match });
      for (const [request, command] of this.#unanswered) {
        if (command.match === follower.match && !isFollowed) this.#unanswered.delete(request);
      }
      this.#closeIfIdle();
    };
  }

  /** Hears all that the server says. */
  listen(listener: (message: ServerMessage) => void): () => void {
    this.#listeners.add(listener);
    this.#open();
    return () => {
      this.#listeners.delete(listener);
      this.#closeIfIdle();
    };
  }

  /** Says something that holds as long as it is not taken back, and is said anew on a new connection: the lobby. */
  stand(name: string, message: ClientMessage | undefined): void {
    if (message === undefined) this.#standing.delete(name);
    else {
      this.#standing.set(name, message);
      this.#open();
      this.#say(message);
    }
  }

  command(command: Lasting): void {
    this.#unanswered.set(command.request, command);
    this.#open();
    this.#say(command);
  }

  /** What the command asked for has come, or has become pointless. */
  answered(request: string): void {
    this.#unanswered.delete(request);
  }

  /** What means nothing after a break. False where it could not be said. */
  say(message: ClientMessage): boolean {
    return this.#say(message);
  }

  /** A new connection, for a new session. */
  renew(): void {
    this.#drop();
    this.#pauseMs = firstPauseMs;
    if (this.#isWanted()) this.#open();
  }

  /** The device has left its network: what is open is dead, whatever the socket says, and trying often would be vain. */
  leave(): void {
    this.#pauseMs = longestPauseMs;
    this.cut();
  }

  cut(): void {
    const socket = this.#socket;
    socket?.close();
    socket?.onclose?.(undefined as never);
  }

  /** The device is back on a network: no need to wait for the next try. */
  hurry(): void {
    if (this.#state.value !== 'lost') return;
    this.#pauseMs = firstPauseMs;
    this.#cancelRetry?.();
    this.#connect();
  }

  #isWanted(): boolean {
    return this.#followers.size > 0 || this.#listeners.size > 0;
  }

  #open(): void {
    if (this.#socket === undefined && this.#cancelRetry === undefined) this.#connect();
  }

  #connect(): void {
    this.#cancelRetry = undefined;
    if (this.#state.value !== 'lost') this.#state.value = 'opening';
    const socket = this.ports.connect();
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#hear(data);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#cancelWatch?.();
      if (!this.#isWanted()) {
        this.#state.value = 'closed';
        return;
      }
      this.#state.value = 'lost';
      this.missed.value = 0;
      // Not all at the same moment, where a server has left many.
      const pause = this.#pauseMs * (0.75 + Math.random() / 2);
      this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 1.7);
      this.#cancelRetry = this.ports.later(() => this.#connect(), pause);
    };
  }

  /** The server speaks first: with its welcome the connection is known to work. */
  #welcome(you: Player | undefined): void {
    this.#you.value = you;
    this.#pauseMs = firstPauseMs;
    this.#state.value = 'open';
    for (const follower of this.#followers) {
      this.#say({ t: 'watch', match: follower.match, after: follower.after() });
    }
    for (const message of this.#standing.values()) this.#say(message);
    for (const command of this.#unanswered.values()) this.#say(command);
  }

  #hear(data: unknown): void {
    this.#listenForSilence();
    if (typeof data !== 'string') return;
    let message: ServerMessage;
    try {
      message = JSON.parse(data) as ServerMessage;
    } catch {
      return; // not ours
    }
    if (message.t === 'welcome' || message.t === 'pong') this.#serverAhead = message.now - performance.now();
    if (message.t === 'welcome') this.#welcome(message.you);
    if (message.t === 'refused' && message.request !== undefined) this.#unanswered.delete(message.request);
    for (const follower of this.#followers) follower.hear(message);
    for (const listener of this.#listeners) listener(message);
  }

  #listenForSilence(): void {
    this.#cancelWatch?.();
    this.#cancelWatch = this.ports.later(() => {
      this.#say({ t: 'ping', mark: Date.now() });
      this.#cancelWatch = this.ports.later(() => {
        this.cut(); // a dead network may not tell for minutes
      }, silenceMs / 2);
    }, silenceMs);
  }

  #say(message: ClientMessage): boolean {
    if (this.#state.value !== 'open' || this.#socket === undefined) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #closeIfIdle(): void {
    if (!this.#isWanted()) this.#drop();
  }

  #drop(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#cancelWatch?.();
    const socket = this.#socket;
    this.#socket = undefined;
    this.#state.value = 'closed';
    socket?.close(1000);
  }
}

function browserPorts(): LinePorts {
  return {
    connect: () => {
      const address = new URL('/socket', location.href);
      address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
      return new WebSocket(address) as unknown as Socket;
    },
    later: (then, ms) => {
      const timer = setTimeout(then, ms);
      return () => clearTimeout(timer);
    },
  };
}

let shared: Line | undefined;

/** The page's own line, made when it is first wanted. */
export function theLine(): Line {
  if (shared === undefined) {
    const line = new Line(browserPorts());
    addEventListener('online', () => line.hurry());
    addEventListener('offline', () => line.leave());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') line.hurry();
    });
    shared = line;
    setOpenedLine(line);
  }
  return shared;
}

/** A name for a request that no other request of this player has. */
export function freshRequest(): string {
  return freshId();
}
