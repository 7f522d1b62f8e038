import fs from 'node:fs'

/** The account that PostgreSQL runs as; undefined: whoever runs this process. */
export type Account = { uid: number; gid: number; name: string } | undefined

/**
 * PostgreSQL refuses to run as root. Then it runs as the owner of an existing data directory, else as `postgres`,
 * else as `nobody`.
 */
export function chooseAccount(pgdata: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const known = readAccounts()
  const owner = fs.existsSync(pgdata) ? fs.statSync(pgdata) : undefined
  if (owner && owner.uid !== 0) {
    const name = known.find((a) => a.uid === owner.uid)?.name ?? `uid ${owner.uid}`
    return { uid: owner.uid, gid: owner.gid, name }
  }
  const service = ['postgres', 'nobody'].map((name) => known.find((a) => a.name === name)).find(Boolean)
  return service ?? { uid: 65534, gid: 65534, name: 'nobody' }
}

function readAccounts() {
  return fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && uid > 0 && Number.isInteger(gid))
}
