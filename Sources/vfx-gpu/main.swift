import Glibc

Interruption.makeWritesFail()
exit(CommandLineTool.run(CommandLineTool.processArguments).rawValue)
