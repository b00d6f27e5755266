import Glibc

keepStandardStreamsTaken()
Interruption.makeWritesFail()
exit(CommandLineTool.run(CommandLineTool.processArguments).rawValue)
