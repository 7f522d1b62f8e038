import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { COLUMNS } from './generate-sales.ts'

const VERSION = '1.5.6-r.1'

export type Duck = { run(text: string): Promise<unknown>; close(): void }

/** DuckDB over the same file, installed into the benchmark's own folder: the measure of how fast reading every line can be. */
export async function openDuck(folder: string, file: string, rows: number): Promise<Duck> {
  const home = path.join(folder, 'duckdb')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['install', '--prefix', home, '--no-audit', '--no-fund', `@duckdb/node-api@${VERSION}`], {
    stdio: 'ignore',
  })
  const { DuckDBInstance } = createRequire(path.join(home, 'package.json'))('@duckdb/node-api')
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' })
  const connection = await instance.connect()
  await connection.run('create schema bench')
  const names = COLUMNS.map((column) => `'${column}'`).join(', ')
  await connection.run(`create table bench.delivered as
    select * from read_csv('${file}', delim = '\t', header = false, quote = '', names = [${names}])`)
  await connection.run(
    `create table bench.delivered_current as select * from bench.delivered where id > ${rows - Math.floor(rows / 5)}`,
  )
  return {
    run: async (text) => (await connection.runAndReadAll(text)).getRows(),
    close: () => connection.closeSync(),
  }
}
