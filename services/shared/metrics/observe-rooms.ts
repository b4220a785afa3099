import type { Registry } from 'prom-client'
import type { Room, RoomUsage } from '../room.ts'
import { observeWith, type Sample } from './observe.ts'

/** Metrics of how full the rooms of a process are, by name. */
export function observeRooms(registry: Registry, rooms: Readonly<Record<string, Room>>): void {
  const { gauge, counter } = observeWith(registry)
  const ofEach = (samples: (room: string, usage: RoomUsage) => Sample[]) => () =>
    Object.entries(rooms).flatMap(([name, room]) => samples(name, room.usage()))

  gauge({
    name: 'finlore_room_works',
    help: 'Tasks in rooms (work of limited concurrency), by room and state',
    labelNames: ['room', 'state'],
    read: ofEach((room, { busy, waiting }) => [
      [{ room, state: 'busy' }, busy],
      [{ room, state: 'waiting' }, waiting],
    ]),
  })
  counter({
    name: 'finlore_room_refused_total',
    help: 'Tasks refused because the room was full, by room',
    labelNames: ['room'],
    read: ofEach((room, { refused }) => [[{ room }, refused]]),
  })
}
