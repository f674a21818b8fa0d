import NotebinderCommands
import ServerProgram

Server.runIfAsked()
NotebinderCommand.runAndExit()
