// npm passes a signal on to the shell between it and us, which dies of it without a word: then we end as well.
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const parent = process.ppid
  setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 100).unref()
}
