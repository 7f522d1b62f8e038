import net from 'node:net'
import type { Config } from '../../platform/server/config.ts'
import { OperatorError } from '../../platform/server/operator-error.ts'

type Address = Pick<Config, 'host' | 'port'>
/** So many ports are tried for the one that is proposed. */
const TRIED = 20

/** Before anything is made or loaded for a portal that could not be reached. @throws OperatorError as `cannotListen` has it */
export async function refuseTakenPort(address: Address): Promise<void> {
  const fault = await tryToListen(address)
  if (fault) throw await cannotListen(fault, address)
}

/** What an operator can do where listening failed. */
export async function cannotListen(
  fault: NodeJS.ErrnoException,
  { host, port }: Address,
): Promise<OperatorError> {
  const another = async () => `Start with another one: PORT=${await freePortAfter({ host, port })} npm start`
  if (fault.code === 'EADDRINUSE')
    return new OperatorError(`Port ${port} is taken by another program. ${await another()}`)
  if (fault.code === 'EACCES')
    return new OperatorError(`Port ${port} may not be used by this account. ${await another()}`)
  return new OperatorError(
    `The portal cannot listen at ${host}: ${fault.message}. HOST is to be an address of this machine.`,
    { cause: fault },
  )
}

/** 0 where none is found: any free one then. */
async function freePortAfter({ host, port }: Address): Promise<number> {
  // Below 1024 an ordinary account may not listen.
  const before = Math.max(port, 1024)
  for (let next = before + 1; next <= Math.min(before + TRIED, 65_535); next++)
    if (!(await tryToListen({ host, port: next }))) return next
  return 0
}

const tryToListen = ({ host, port }: Address) =>
  new Promise<NodeJS.ErrnoException | undefined>((done) => {
    const server = net.createServer()
    server.once('error', done)
    server.listen({ host, port, exclusive: true }, () => server.close(() => done(undefined)))
  })
