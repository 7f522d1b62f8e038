import { weekOf } from './calendar.ts'
import type { Client } from './client.ts'
import type { ItemForm } from './item.ts'
import type { OrderStatus } from './order-status.ts'
import type { Random } from './random.ts'

/** Blending, encapsulation, packaging: the word that upstream shows, and a check mark or a text. */
export type OrderStages = { bl: string; cts: string; bb: string; pbl: string; pcts: string; pbb: string }

type State = 'done' | 'running' | 'planned' | 'stopped' | 'open' | 'none'

const WORDS: Record<State, readonly string[]> = {
  done: ['Green', 'Green', 'green', 'Completed', 'Done'],
  running: ['Yellow', 'yellow', 'In progress', 'Pending'],
  planned: ['Blue', 'blue', 'Info'],
  stopped: ['Red', 'red', 'Failed', 'Error'],
  open: ['', '-'],
  none: ['-'],
}

/** How many stages an order of this form goes through; packaging is bought. */
const STAGES: Record<ItemForm, number> = { blend: 1, bulk: 2, finished: 3, packaging: 0 }

/** The three stages of an order as its status says; `next` is the day when the stage in hand should end. */
export function drawStages(
  random: Random,
  status: OrderStatus,
  form: ItemForm,
  client: Client,
  next: string,
): OrderStages {
  const week = `${client.language === 'en' ? 'W' : 'Sem. '}${weekOf(next)}`
  const text = (state: State) => {
    if (state === 'done') return '✓'
    if (state === 'running') return random.chance(0.5) ? week : `${random.whole(1, 9) * 10} %`
    return state === 'planned' ? week : ''
  }
  const [bl, cts, bb] = statesOf(random, status, STAGES[form])
  return {
    bl: random.pick(WORDS[bl]),
    cts: random.pick(WORDS[cts]),
    bb: random.pick(WORDS[bb]),
    pbl: text(bl),
    pcts: text(cts),
    pbb: text(bb),
  }
}

function statesOf(random: Random, status: OrderStatus, count: number): [State, State, State] {
  const [done, now] = progressOf(random, status, count)
  const state = (stage: number): State => {
    if (stage >= count) return 'none'
    return stage < done ? 'done' : stage === done ? now : 'open'
  }
  return [state(0), state(1), state(2)]
}

/** Stages behind it, and how the one after them stands. */
function progressOf(random: Random, status: OrderStatus, count: number): [number, State] {
  switch (status) {
    case 'completed':
      return [count, 'none']
    case 'packaging':
      return [2, 'running']
    case 'cts':
      return [1, 'running']
    case 'blend':
      return [0, 'running']
    case 'in progress':
      return [random.whole(0, count - 1), 'planned']
    case 'finance hold':
    case 'cancelled':
      return [random.whole(0, count - 1), 'stopped']
    default:
      return [0, 'open']
  }
}
