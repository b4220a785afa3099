import type { Registry } from 'prom-client'
import type { Room, RoomUsage } from '../room.ts'
import { observeWith, type Sample } from './observe.ts'

/** Shows how full the rooms of a process are, by their names. */
export function observeRooms(registry: Registry, rooms: Readonly<Record<string, Room>>): void {
  const { gauge, counter } = observeWith(registry)
  const ofEach = (samples: (room: string, usage: RoomUsage) => Sample[]) => () =>
    Object.entries(rooms).flatMap(([name, room]) => samples(name, room.usage()))

  gauge({
    name: 'finlore_room_works',
    help: 'Works in rooms of bounded size, by room and state',
    labelNames: ['room', 'state'],
    read: ofEach((room, { busy, waiting }) => [
      [{ room, state: 'busy' }, busy],
      [{ room, state: 'waiting' }, waiting],
    ]),
  })
  counter({
    name: 'finlore_room_refused_total',
    help: 'Works that were sent away because there was no room for them',
    labelNames: ['room'],
    read: ofEach((room, { refused }) => [[{ room }, refused]]),
  })
}
