@rem Scripts of npm begin with "exec", so that signals reach what a shell runs; cmd.exe has no such word, and takes this.
@%*
