import { describe, expect, it } from 'vitest';
import { Chooser } from './chooser';
import type { Move, Point } from '../types';

const move = (path: Point[], captured: Point[] = []): Move => ({
  text: path.join(captured.length > 0 ? 'x' : '-') + (captured.length > 0 ? `:${captured.join(',')}` : ''),
  path,
  captured,
  crowns: false,
});

describe('simple moves', () => {
  const moves = [move([9, 13]), move([9, 14]), move([10, 14])];

  it('knows which pieces can move', () => {
    expect([...new Chooser(moves).movable()]).toEqual([9, 10]);
  });

  it('shows the targets of the picked piece and plays the one that is clicked', () => {
    const chooser = new Chooser(moves);
    expect(chooser.reach(13)).toEqual({ kind: 'refused' });
    chooser.pick(9);
    expect([...chooser.targets()]).toEqual([13, 14]);
    expect(chooser.reach(14)).toEqual({ kind: 'finish', move: moves[1], way: [9, 14] });
  });

  it('refuses a point where nothing goes, and keeps the piece picked', () => {
    const chooser = new Chooser(moves);
    chooser.pick(9);
    expect(chooser.reach(20)).toEqual({ kind: 'refused' });
    expect(chooser.picked).toBe(9);
  });

  it('lays the piece back when it is clicked again', () => {
    const chooser = new Chooser(moves);
    chooser.pick(9);
    expect(chooser.reach(9)).toEqual({ kind: 'dropped' });
    expect(chooser.picked).toBeNull();
  });
});

describe('chains of captures (AM-6, AM-8)', () => {
  const far = move([1, 10, 19, 26], [6, 15, 23]);
  const other = move([1, 10, 17], [6, 14]);
  const chooser = (): Chooser => {
    const made = new Chooser([far, other]);
    made.pick(1);
    return made;
  };

  it('takes the whole chain by a click on its end', () => {
    expect(chooser().reach(26)).toEqual({ kind: 'finish', move: far, way: far.path });
  });

  it('shows landings apart from targets', () => {
    expect([...chooser().targets()].sort()).toEqual([17, 26]);
    expect([...chooser().landings()].sort()).toEqual([10, 19]);
  });

  it('builds the chain landing by landing, skipping those that follow by themselves', () => {
    const made = chooser();
    expect(made.reach(19)).toEqual({ kind: 'through', way: [1, 10, 19] });
    expect([...made.targets()]).toEqual([26]);
    expect(made.reach(26)).toMatchObject({ kind: 'finish', move: far });
  });

  it('goes back to an earlier landing, to the start, and by one where it stands', () => {
    const made = chooser();
    made.reach(19);
    expect(made.reach(10)).toEqual({ kind: 'back', way: [1, 10] });
    expect([...made.targets()].sort()).toEqual([17, 26]);
    made.reach(19);
    expect(made.reach(19)).toEqual({ kind: 'back', way: [1, 10] });
    expect(made.reach(1)).toEqual({ kind: 'back', way: [1] });
    expect(made.reach(1)).toEqual({ kind: 'dropped' });
  });
});

describe('two chains with one end', () => {
  const left = move([2, 9, 18], [6, 14]);
  const right = move([2, 11, 18], [7, 15]);
  const chooser = (): Chooser => {
    const made = new Chooser([left, right]);
    made.pick(2);
    return made;
  };

  it('asks', () => {
    expect(chooser().reach(18)).toEqual({
      kind: 'ask',
      options: [
        { kind: 'finish', move: left, way: left.path },
        { kind: 'finish', move: right, way: right.path },
      ],
    });
  });

  it('does not ask once a landing was clicked', () => {
    const made = chooser();
    made.reach(11);
    expect(made.reach(18)).toMatchObject({ kind: 'finish', move: right });
  });

  it('does not ask where the piece was drawn over a landing', () => {
    expect(chooser().reach(18, { trace: [11] })).toMatchObject({ kind: 'finish', move: right });
  });

  it('asks all the same where the drawn line tells nothing', () => {
    expect(chooser().reach(18, { trace: [30] }).kind).toBe('ask');
  });

  it('asks where one chain ends and another goes on', () => {
    const onward = move([2, 11, 18, 25], [7, 15, 22]);
    const made = new Chooser([left, onward]);
    made.pick(2);
    expect(made.reach(18)).toEqual({
      kind: 'ask',
      options: [
        { kind: 'finish', move: left, way: left.path },
        { kind: 'through', way: [2, 11, 18] },
      ],
    });
  });
});

describe('one move with several ways', () => {
  const round = move([5, 14, 23, 16], [9, 18, 19]);
  const otherWay = [5, 12, 23, 16];
  const waysOf = () => [round.path, otherWay];

  it('is one move, by its first way', () => {
    const chooser = new Chooser([round], waysOf);
    chooser.pick(5);
    expect(chooser.reach(16)).toEqual({ kind: 'finish', move: round, way: round.path });
  });

  it('can be made by the other way', () => {
    const chooser = new Chooser([round], waysOf);
    chooser.pick(5);
    expect([...chooser.landings()].sort()).toEqual([12, 14, 23]);
    chooser.reach(12);
    expect(chooser.reach(16)).toEqual({ kind: 'finish', move: round, way: otherWay });
  });

  it('asks which way where a landing is reached by two', () => {
    const chooser = new Chooser([round], waysOf);
    chooser.pick(5);
    expect(chooser.reach(23)).toEqual({
      kind: 'ask',
      options: [
        { kind: 'through', way: [5, 14, 23] },
        { kind: 'through', way: [5, 12, 23] },
      ],
    });
  });
});

describe('a chain that ends where it began', () => {
  const circle = move([10, 3, 12, 19, 10], [6, 7, 15, 14]);

  it('is taken by a click on the piece', () => {
    const chooser = new Chooser([circle]);
    chooser.pick(10);
    expect(chooser.targets().has(10)).toBe(true);
    expect(chooser.reach(10)).toMatchObject({ kind: 'finish', move: circle });
  });
});

describe('chains of hops (CC-10)', () => {
  const near = move([0, 2]);
  const middle = move([0, 2, 4]);
  const end = move([0, 2, 4, 6]);
  const waysOf = (asked: Move) => (asked === end ? [end.path, [0, 2, 5, 8, 6]] : [asked.path]);
  const chooser = (): Chooser => {
    const made = new Chooser([near, middle, end], waysOf);
    made.pick(0);
    return made;
  };

  it('stop where they are clicked, even where they could go on', () => {
    expect(chooser().reach(4)).toEqual({ kind: 'finish', move: middle, way: [0, 2, 4] });
  });

  it('go on from a landing that is taken as such, and stop there on a second click', () => {
    const made = chooser();
    expect(made.reach(4, { goesOn: true })).toEqual({ kind: 'through', way: [0, 2, 4] });
    expect([...made.targets()]).toEqual([6]);
    expect(made.reach(4)).toEqual({ kind: 'finish', move: middle, way: [0, 2, 4] });
  });

  it('follow the drawn line', () => {
    expect(chooser().reach(6, { trace: [5, 8] })).toMatchObject({ way: [0, 2, 5, 8, 6] });
    expect(chooser().reach(6, { trace: [4] })).toMatchObject({ way: [0, 2, 4, 6] });
  });

  it('are not asked for their ways before these matter', () => {
    let asked = 0;
    const made = new Chooser([near, middle, end], (each) => {
      ++asked;
      return waysOf(each);
    });
    made.pick(0);
    made.targets();
    made.preview(6);
    made.reach(6);
    expect(asked).toBe(0);
  });
});

describe('the preview', () => {
  it('is what a click would do, and changes nothing', () => {
    const chain = move([1, 10, 19], [6, 15]);
    const chooser = new Chooser([chain]);
    chooser.pick(1);
    expect(chooser.preview(19)).toMatchObject({ kind: 'finish', way: [1, 10, 19] });
    expect(chooser.preview(10)).toMatchObject({ kind: 'through', way: [1, 10] });
    expect(chooser.built).toEqual([1]);
  });
});
