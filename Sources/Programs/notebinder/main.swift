import NotebinderCommands

NotebinderCommand.runAndExit()
